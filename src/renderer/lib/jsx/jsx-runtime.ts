import type { ElementType, Key, ReactElement } from 'react'
import * as react from 'react/jsx-runtime'
import { shownProps } from './shown-props.ts'

/**
 * SECURITY: JSX of the page creates its elements here (`jsxImportSource`), so that no screen can show a text whose
 * characters reorder or hide the text around it.
 */
export { Fragment, type JSX } from 'react'

export const jsx = (type: ElementType, props: object, key?: Key): ReactElement =>
  react.jsx(type, shownProps(type, props), key)

/** The same for several children, whose list does not change. */
export const jsxs = (type: ElementType, props: object, key?: Key): ReactElement =>
  react.jsxs(type, shownProps(type, props), key)
