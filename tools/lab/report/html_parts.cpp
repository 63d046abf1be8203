#include "tools/lab/report/html_parts.hpp"

namespace gofuda::lab {

namespace {

constexpr std::size_t kOpenRows = 8, kPaperRows = 60;  // a longer table is folded; and left out on paper

constexpr const char* kStyle = R"(* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 66rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Noto Sans", "DejaVu Sans", sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 0.25rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.5rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--grid); }
h3 { font-size: 1rem; margin: 0; }
p { margin: 0.25rem 0 0.75rem; max-width: 48rem; }
a { color: var(--a); }
.faint, figcaption p, .interval { color: var(--faint); }
code, pre { font: 0.85rem/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
pre { white-space: pre-wrap; margin: 0.25rem 0 1rem; padding: 0.6rem; border: 1px solid var(--grid); border-radius: 4px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 0.75rem; margin: 1rem 0; padding: 0; }
.tiles div { border: 1px solid var(--grid); border-radius: 6px; padding: 0.5rem 0.75rem; }
.tiles dt { font-size: 0.85rem; color: var(--faint); }
.tiles dd { margin: 0; font-size: 1.35rem; font-weight: 600; line-height: 1.3; }
.tiles .interval { display: block; font-size: 0.85rem; font-weight: 400; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 27rem), 1fr)); gap: 2rem; align-items: start; }
figure { margin: 0; min-width: 0; }
figcaption p { font-size: 0.85rem; margin: 0.15rem 0 0.5rem; }
svg.plot { display: block; width: 100%; max-width: 36rem; height: auto; }
details { margin-top: 0.5rem; }
summary { cursor: pointer; font-size: 0.85rem; color: var(--faint); }
.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; font-size: 0.85rem; margin: 0.5rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: 0.15rem 0.75rem 0.15rem 0; text-align: right; vertical-align: top; white-space: nowrap; }
thead th { font-weight: 600; border-bottom: 1px solid var(--faint); vertical-align: bottom; }
tbody th { font-weight: 400; }
tbody tr + tr > * { border-top: 1px solid var(--grid); }
.word { text-align: left; }
.wide .word, .wide th { white-space: normal; }
@media print {
  body { font-size: 10pt; padding: 0; max-width: none; }
  figure, .tiles div, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .scroll { overflow: visible; }
  details::details-content { content-visibility: visible; }
  details.long { display: none; }
}
)";

}  // namespace

std::string element(const std::string& name, const std::string& inside, const std::string& look) {
  return "<" + name + (look.empty() ? "" : " class=\"" + look + "\"") + ">" + inside + "</" + name + ">";
}

std::string table_html(const PlotTable& t, const std::string& caption, const std::string& look) {
  std::string out = "<div class=\"scroll\"><table" + (look.empty() ? "" : " class=\"" + look + "\"") +
                    " aria-label=\"" + escaped(caption) + "\">\n<thead><tr>";
  auto look_of = [&](std::size_t column) { return std::string(column < t.names ? " class=\"word\"" : ""); };
  for (std::size_t c = 0; c < t.heads.size(); ++c)
    out += "<th scope=\"col\"" + look_of(c) + ">" + escaped(t.heads[c]) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : t.rows) {
    out += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c)
      out += c == 0 ? "<th scope=\"row\"" + look_of(c) + ">" + escaped(row[c]) + "</th>"
                    : "<td" + look_of(c) + ">" + escaped(row[c]) + "</td>";
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string folded(const std::string& summary, const PlotTable& table, const std::string& caption) {
  const std::size_t rows = table.rows.size();
  return std::string("<details") + (rows <= kOpenRows ? " open=\"open\"" : "") +
         (rows > kPaperRows ? " class=\"long\"" : "") + "><summary>" + escaped(summary) + "</summary>\n" +
         table_html(table, caption) + "</details>\n";
}

namespace {

std::string figure_html(const Plot& p) {
  return "<figure id=\"" + p.name + "\">\n<figcaption>" + element("h3", escaped(p.title)) +
         element("p", escaped(p.text)) + "</figcaption>\n" + p.svg.in_page(p.name, p.title, p.text) +
         folded("The numbers", p.table, p.title) + "</figure>\n";
}

}  // namespace

std::string groups_html(const std::vector<PlotGroup>& groups) {
  std::string out;
  for (const PlotGroup& g : groups) {
    out += "<section>\n" + element("h2", escaped(g.title)) + "\n";
    if (!g.text.empty()) out += element("p", escaped(g.text)) + "\n";
    out += "<div class=\"figures\">\n";
    for (const Plot& p : g.plots) out += figure_html(p);
    out += "</div>\n</section>\n";
  }
  return out;
}

std::string lines_html(const std::string& text) {
  std::string out;
  for (std::size_t from = 0, to = 0; from < text.size(); from = to + 1) {
    to = std::min(text.find('\n', from), text.size());
    out += escaped(text.substr(from, to - from)) + "\n";
  }
  return out;
}

std::string page(const std::string& title, const std::string& inside) {
  return "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
         "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
         "<meta name=\"color-scheme\" content=\"light dark\"/>\n" +
         element("title", escaped(title)) + "\n<style>\n" + svg_style() + kStyle +
         "</style>\n</head>\n<body>\n<main>\n" + inside + "</main>\n</body>\n</html>\n";
}

std::string tile(const std::string& name, const std::string& figure, const std::string& interval) {
  return "<div>" + element("dt", escaped(name)) +
         element("dd", escaped(figure) + (interval.empty() ? "" : element("span", escaped(interval), "interval"))) +
         "</div>\n";
}

}  // namespace gofuda::lab
