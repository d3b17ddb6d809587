import { describe, expect, it } from 'vitest'
import { createTestService } from '../service/test-service.ts'
import { specCases } from './cases.ts'
import { runCase } from './run-case.ts'
import { optionsOf } from './spec-case.ts'

describe('the specification, against the practice service in memory', () => {
  it('has cases for every section that defines a response', () => {
    const sections = new Set(specCases.map(({ section }) => section.split(/[. ]/)[0]))
    expect(sections).toEqual(new Set(['1', '2', '4', '5', '7', '9']))
  })

  it.each(specCases)('$section: $title', async (specCase) => {
    const service = createTestService(optionsOf(specCase))
    const send = async (request: Request) => (await service.handle(request)).response
    await expect(runCase(specCase, service, 'http://practice.example', send)).resolves.toBeUndefined()
  })
})
