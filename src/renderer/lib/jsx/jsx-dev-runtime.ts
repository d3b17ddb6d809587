import type { ElementType, Key, ReactElement } from 'react'
import * as react from 'react/jsx-dev-runtime'
import { shownProps } from './shown-props.ts'

/** The equivalent of `jsx-runtime.ts` for development builds, which include React's checks. */
export { Fragment, type JSX } from 'react'

export const jsxDEV = (
  type: ElementType,
  props: object,
  key: Key | undefined,
  isStatic: boolean,
  source?: react.JSXSource,
  self?: unknown,
): ReactElement => react.jsxDEV(type, shownProps(type, props), key, isStatic, source, self)
