import { Fragment } from 'react'
import { expect, it } from 'vitest'
import { shownProps } from '../../../src/renderer/lib/jsx/shown-props.ts'

it('shows control characters in text and in attributes that are visible or read aloud', () => {
  expect(shownProps('p', { title: '\u202Ea', 'aria-label': 'b\0', children: '\u200Bc' })).toEqual({
    title: '[U+202E]a',
    'aria-label': 'b[U+0000]',
    children: '[U+200B]c',
  })
})

it('isolates text next to other text, even in lists and fragments, but not text on its own', () => {
  const isolated = '\u2068אב\u2069'
  expect(shownProps('p', { children: ['אב', ' · ', ['אב']] })).toEqual({ children: [isolated, ' · ', [isolated]] })
  expect(shownProps(Fragment, { children: 'אב' })).toEqual({ children: isolated })
  expect(shownProps('p', { children: 'אב' })).toEqual({ children: 'אב' })
})

it('returns the same props object if nothing changes, and never changes the value of a field', () => {
  const props = { value: '\u202Ea', children: ['a', 1, null], className: 'b' }
  expect(shownProps('input', props)).toBe(props)
})
