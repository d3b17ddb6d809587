import { keyCases } from './key-cases.ts'
import { readCases } from './read-cases.ts'
import type { SpecCase } from './spec-case.ts'
import { triggerCases } from './trigger-cases.ts'
import { validationCases } from './validation-cases.ts'

/** The interface specification as data: every case cites its section and runs on fresh data. */
export const specCases: readonly SpecCase[] = [...triggerCases, ...validationCases, ...keyCases, ...readCases]
