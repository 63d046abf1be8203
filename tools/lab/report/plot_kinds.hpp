// The kinds of plots that a report is made of, without knowing what they show.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/lab/report/svg.hpp"
#include "tools/lab/statistics/stats.hpp"

namespace gofuda::lab {

// A vertical line with, perhaps, an interval around it, and what it is.
struct Mark {
  double at;
  std::optional<Interval> interval;
  std::string text;
  const char* look = "b";
};

// Rows of figures with their intervals: a label, a dot on a line, the figure.
struct IntervalRow {
  std::string label;
  double value = 0;
  std::optional<Interval> interval;
  std::string text;    // the figure
  bool strong = true;  // a full dot, not an open one
  bool first = false;  // of a group: set off from those above
};
struct IntervalPlot {
  std::vector<IntervalRow> rows;
  std::string axis;
  std::optional<double> reference;
  std::optional<Interval> domain;      // without: as wide as the intervals
  bool long_labels = false;            // a label that is too long gets a line of its own
  std::string strong_text, open_text;  // what the dots mean; may be empty
};
Svg interval_svg(const IntervalPlot& plot);

// How large a share of something falls between one edge and the next: bars, or outlines where there are several.
struct Shares {
  std::string name;
  std::vector<double> heights;  // one less than edges
};
struct SharePlot {
  std::vector<double> edges;
  std::vector<Shares> series;  // up to three
  std::string axis;
  std::vector<Mark> marks;
  bool octaves = false;  // the edges are binary logarithms of what they stand for
};
Svg share_svg(const SharePlot& plot);

// Curves with bands.
struct CurvePoint {
  double x, y;
  std::optional<Interval> interval;
};
struct Curve {
  std::string name;
  std::vector<CurvePoint> points;
};
struct CurvePlot {
  std::vector<Curve> curves;  // up to three
  std::string axis, unit;     // unit: of the figures on the left, such as "%"
  std::optional<Interval> domain;
  std::optional<double> reference;
  std::vector<Mark> marks;
  bool dots = false;  // only the points are known, not what is between them
};
Svg curve_svg(const CurvePlot& plot);

}  // namespace gofuda::lab
