export { Fragment, createContext, h, render } from "preact";
export { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { h } from "preact";
import htm from "htm";
export const html = htm.bind(h);
