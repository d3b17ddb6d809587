import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { doctorLines } from './doctor-lines.ts'

const file = join(import.meta.dirname, '..', '..', '..', 'docs', 'guide', 'troubleshooting.md')

/** The headings and the findings of a page: each list item on one line, as the doctor says it. */
const linesOf = (markdown: string): string[] =>
  markdown
    .slice(markdown.indexOf('\n## ') + 1)
    .replaceAll('\\', '')
    .split('\n')
    .filter((line) => line !== '')

it('the page on trouble says of every finding what the doctor says, and nothing else', () => {
  expect(linesOf(readFileSync(file, 'utf8'))).toEqual(doctorLines())
})

it('a finding without a line is told', () => {
  const [gone = '', ...rest] = doctorLines().filter((line) => line.startsWith('- '))
  const page = readFileSync(file, 'utf8').replace(`${gone}\n`, '')
  expect(linesOf(page)).not.toEqual(doctorLines())
  expect(rest.length).toBeGreaterThan(50)
})
