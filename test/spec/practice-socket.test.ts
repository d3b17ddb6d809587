import { describe, expect, it } from 'vitest'
import { startPracticeListener } from '../../src/main/practice/host.ts'
import { createTestService } from '../service/test-service.ts'
import { specCases } from './cases.ts'
import { runCase } from './run-case.ts'
import { optionsOf } from './spec-case.ts'

describe('the specification, against the practice service over a socket', () => {
  it.each(specCases)('$section: $title', async (specCase) => {
    const service = createTestService(optionsOf(specCase))
    const errors: unknown[] = []
    const listener = await startPracticeListener(service, { onError: (error) => errors.push(error) })
    try {
      await runCase(specCase, service, listener.origin, (request) => fetch(request, { redirect: 'manual' }))
      expect(errors).toEqual([])
    } finally {
      await listener.close()
    }
  })
})
