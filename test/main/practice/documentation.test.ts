import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { faults } from '../../../src/main/practice/faults/faults.ts'

const page = readFileSync(new URL('../../../docs/practice.md', import.meta.url), 'utf8').replaceAll(' ', '')

it.each(faults.map((fault) => [fault.name, fault] as const))('the guide tells of %s', (name, fault) => {
  expect(page).toContain(`|${fault.phoneNumber}|${name}|${fault.sentence.replaceAll(' ', '')}|`)
})
