import { Fragment } from 'react'
import { showBetween, showControls } from '../../../domain/shown-text.ts'

/** Attributes whose text is displayed or read by a screen reader. */
const shownAttributes = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
] as const

const showText = (value: unknown): unknown => (typeof value === 'string' ? showControls(value) : value)

/** Makes a child safe to show and isolates text from the children next to it. */
const showChild = (child: unknown): unknown => {
  if (typeof child === 'string') return showBetween(child)
  return Array.isArray(child) ? showChildren(child) : child
}

const showChildren = (children: readonly unknown[]): readonly unknown[] => {
  const shown = children.map(showChild)
  return shown.some((child, index) => child !== children[index]) ? shown : children
}

/**
 * Makes an only child safe to show. It needs a directional isolate only in a fragment, because elements isolate their
 * own text (base.css).
 */
const showOnly = (type: unknown, child: unknown): unknown =>
  type === Fragment && typeof child === 'string' ? showBetween(child) : showText(child)

/** Returns an element's props with every visible text made safe to show. */
export const shownProps = (type: unknown, props: object): object => {
  const shown: Record<string, unknown> = {}
  let changed = false
  const replace = (name: string, before: unknown, after: unknown): void => {
    if (before === after) return
    shown[name] = after
    changed = true
  }
  for (const name of shownAttributes) {
    const value: unknown = Reflect.get(props, name)
    if (value !== undefined) replace(name, value, showText(value))
  }
  const children: unknown = Reflect.get(props, 'children')
  if (children !== undefined)
    replace('children', children, Array.isArray(children) ? showChildren(children) : showOnly(type, children))
  return changed ? { ...props, ...shown } : props
}
