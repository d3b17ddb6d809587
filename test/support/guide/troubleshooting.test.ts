import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { doctorLines } from './doctor-lines.ts'

const file = join(import.meta.dirname, '..', '..', '..', 'docs', 'guide', 'troubleshooting.md')

/** Returns the headings and findings of a page, with each list item on one line. */
const linesOf = (markdown: string): string[] =>
  markdown
    .slice(markdown.indexOf('\n## ') + 1)
    .replaceAll('\\', '')
    .split('\n')
    .filter((line) => line !== '')

it('lists every finding of the doctor with its text, and nothing else', () => {
  expect(linesOf(readFileSync(file, 'utf8'))).toEqual(doctorLines())
})

it('reports a missing finding', () => {
  const [removed = '', ...rest] = doctorLines().filter((line) => line.startsWith('- '))
  const page = readFileSync(file, 'utf8').replace(`${removed}\n`, '')
  expect(linesOf(page)).not.toEqual(doctorLines())
  expect(rest.length).toBeGreaterThan(50)
})
