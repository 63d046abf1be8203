"""YAML as editors read it, which is nearly as Gofuda does: a scalar is a number, true, false or nothing only by the core schema
of YAML 1.2 (so yes and 1_000 are words), keys are text, and a key given twice is a mistake."""
import re

import yaml

INTEGER = re.compile(r"[-+]?[0-9]+")
OCTAL = re.compile(r"0o[0-7]+")
HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


class NoYaml(Exception):
    pass


def plain(text):
    if text in ("", "~", "null", "Null", "NULL"):
        return None
    if text.lower() in ("true", "false") and (text.islower() or text.isupper() or text.istitle()):
        return text.lower() == "true"
    if INTEGER.fullmatch(text):
        return int(text)
    if OCTAL.fullmatch(text):
        return int(text[2:], 8)
    if HEXADECIMAL.fullmatch(text):
        return int(text, 16)
    if FLOAT.fullmatch(text):
        return float(text)
    if re.fullmatch(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)", text):
        return 10**30  # a number that is within no bounds
    return text


def value(node):
    if isinstance(node, yaml.ScalarNode):
        return node.value if node.style else plain(node.value)
    if isinstance(node, yaml.SequenceNode):
        return [value(item) for item in node.value]
    out = {}
    for key, item in node.value:
        if not isinstance(key, yaml.ScalarNode) or key.value in out:
            raise NoYaml(f"line {key.start_mark.line + 1}: a key that is no text, or given twice")
        out[key.value] = value(item)
    return out


def load(data):
    """The value of a file's bytes; NoYaml when there is none."""
    try:
        node = yaml.compose(data.decode("utf-8"), Loader=yaml.SafeLoader)
        return None if node is None else value(node)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as e:
        raise NoYaml(str(e)) from e
