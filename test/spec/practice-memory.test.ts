import { describe, expect, it } from 'vitest'
import { aPracticeService } from '../main/practice/a-practice-service.ts'
import { specCases } from './cases.ts'
import { runCase } from './run-case.ts'

describe('the specification, against the practice service in memory', () => {
  it('has cases for every section that says how an answer looks', () => {
    const sections = new Set(specCases.map(({ section }) => section.split(/[. ]/)[0]))
    expect(sections).toEqual(new Set(['1', '2', '4', '5', '7', '9']))
  })

  it.each(specCases)('$section: $title', async (specCase) => {
    const service = aPracticeService()
    const send = async (request: Request) => (await service.handle(request)).response
    await expect(runCase(specCase, service, 'http://practice.example', send)).resolves.toBeUndefined()
  })
})
