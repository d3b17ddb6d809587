import { carrierFaults } from './carrier-faults.ts'
import type { Fault } from './fault.ts'
import { lifeFaults } from './life-faults.ts'
import { refusalFaults } from './refusal-faults.ts'
import { wireFaults } from './wire-faults.ts'

/** Every fault of the practice service with its number and its sentence, in the order of the numbers. */
export const faults: readonly Fault[] = [...refusalFaults, ...carrierFaults, ...wireFaults, ...lifeFaults]

/** The fault of this name, or undefined. */
export function faultByName(name: string): Fault | undefined {
  return faults.find((fault) => fault.name === name)
}

/** The fault that dialling this number brings about, or undefined: any other number is answered and talks. */
export function faultByNumber(phoneNumber: string): Fault | undefined {
  const digits = phoneNumber.replace(/[\s().-]/g, '')
  return faults.find((fault) => fault.phoneNumber === digits)
}
