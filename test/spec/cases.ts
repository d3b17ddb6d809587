import { keyCases } from './key-cases.ts'
import { readCases } from './read-cases.ts'
import type { SpecCase } from './spec-case.ts'
import { triggerCases } from './trigger-cases.ts'
import { validationCases } from './validation-cases.ts'

/** The interface specification as data: every case cites its section and runs in a fresh world. */
export const specCases: readonly SpecCase[] = [...triggerCases, ...validationCases, ...keyCases, ...readCases]
