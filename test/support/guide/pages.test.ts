import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageNames, stepsOf } from '../../e2e/guide/steps-of.ts'
import { readGuidePage } from './guide-page.ts'
import { stepFaults } from './step-faults.ts'

const guide = join(import.meta.dirname, '..', '..', '..', 'docs', 'guide')
const pages = readdirSync(guide).filter((name) => name.endsWith('.md'))
const textOf = (file: string): string => readFileSync(join(guide, file), 'utf8')
const sentencesOf = (name: (typeof pageNames)[number]): string[] => stepsOf[name].map(([sentence]) => sentence)

it.each(pageNames)('each step of %s.md has its act, and each act its step, in the same order', (name) => {
  expect(stepFaults(readGuidePage(textOf(`${name}.md`)), sentencesOf(name))).toEqual([])
})

it.each(pageNames)('a changed word in a step of %s.md is told', (name) => {
  const [first = ''] = sentencesOf(name)
  const changed = textOf(`${name}.md`).replace(first, `${first.slice(0, -1)} please.`)
  expect(stepFaults(readGuidePage(changed), sentencesOf(name))).toHaveLength(2)
})

it('has no numbered step on a page that nobody follows', () => {
  const others = pages.filter((file) => !pageNames.some((name) => file === `${name}.md`))
  expect(others.filter((file) => readGuidePage(textOf(file)).steps.length > 0)).toEqual([])
})

it('shows every picture that is kept, and keeps every picture that is shown', () => {
  const shown = pages.flatMap((file) => readGuidePage(textOf(file)).steps.flatMap(({ pictures }) => pictures))
  expect(readdirSync(join(guide, 'pictures')).toSorted()).toEqual(shown.toSorted())
})

it('leads nowhere that is not there', () => {
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-')
  const dead = pages.flatMap((file) =>
    [...textOf(file).matchAll(/\]\(([\w-]+\.md)?(?:#([\w-]+))?\)/g)].filter(([, to = file, anchor]) => {
      const headings = pages.includes(to)
        ? [...textOf(to).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => slug(text))
        : []
      return headings.length === 0 || (anchor !== undefined && !headings.includes(anchor))
    }),
  )
  expect(dead.map(([link]) => link)).toEqual([])
})
