import type { ElementType, Key, ReactElement } from 'react'
import * as react from 'react/jsx-runtime'
import { shownProps } from './shown-props.ts'

/**
 * SECURITY: all of the page's JSX elements are created here (`jsxImportSource`), so that no screen can show text whose
 * characters reorder or hide the text around it.
 */
export { Fragment, type JSX } from 'react'

export const jsx = (type: ElementType, props: object, key?: Key): ReactElement =>
  react.jsx(type, shownProps(type, props), key)

/** Like `jsx`, for an element with a fixed list of children. */
export const jsxs = (type: ElementType, props: object, key?: Key): ReactElement =>
  react.jsxs(type, shownProps(type, props), key)
