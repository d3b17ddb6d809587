import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { guideSteps, pageNames } from '../../e2e/guide/guide-steps.ts'
import { compareSteps, readGuidePage } from './guide-page.ts'

const guide = join(import.meta.dirname, '..', '..', '..', 'docs', 'guide')
const pages = readdirSync(guide).filter((name) => name.endsWith('.md'))
const textOf = (file: string): string => readFileSync(join(guide, file), 'utf8')
const sentencesOf = (name: (typeof pageNames)[number]): string[] => guideSteps[name].map(([sentence]) => sentence)

it.each(pageNames)('implements each step of %s.md, in the same order', (name) => {
  expect(compareSteps(readGuidePage(textOf(`${name}.md`)), sentencesOf(name))).toEqual([])
})

it.each(pageNames)('reports a changed word in a step of %s.md', (name) => {
  const [first = ''] = sentencesOf(name)
  const changed = textOf(`${name}.md`).replace(first, `${first.slice(0, -1)} please.`)
  expect(compareSteps(readGuidePage(changed), sentencesOf(name))).toHaveLength(2)
})

it('has no numbered step on a page that the tests do not follow', () => {
  const others = pages.filter((file) => !pageNames.some((name) => file === `${name}.md`))
  expect(others.filter((file) => readGuidePage(textOf(file)).steps.length > 0)).toEqual([])
})

it('shows exactly the pictures that are saved', () => {
  const shown = pages.flatMap((file) => readGuidePage(textOf(file)).steps.flatMap(({ pictures }) => pictures))
  expect(readdirSync(join(guide, 'pictures')).toSorted()).toEqual(shown.toSorted())
})
