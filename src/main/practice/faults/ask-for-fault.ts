import type { Practice } from '../practice.ts'
import type { Asked } from './apply-fault.ts'
import { faultHeader } from './fault.ts'
import { faultByName } from './faults.ts'

/**
 * The fault a request is to suffer: named in its header (`name`, or `name;delay=50` with milliseconds), or armed ahead of
 * time for paths like this one. An unknown name asks for nothing.
 */
export function faultAskedFor(request: Request, practice: Practice): Asked | undefined {
  return inHeader(request.headers.get(faultHeader)) ?? takeArmed(practice, new URL(request.url).pathname)
}

function inHeader(text: string | null): Asked | undefined {
  if (text === null) return undefined
  const [name = '', option = ''] = text.split(';')
  const fault = faultByName(name.trim())
  const delay = /^\s*delay=(\d+)\s*$/.exec(option)?.[1]
  return fault === undefined ? undefined : { fault, delayMs: delay === undefined ? null : Number(delay) }
}

function takeArmed(practice: Practice, path: string): Asked | undefined {
  const armed = practice.armed.find((one) => one.times > 0 && path.startsWith(one.path))
  if (armed === undefined) return undefined
  armed.times -= 1
  practice.armed = practice.armed.filter((one) => one.times > 0)
  return { fault: armed.fault, delayMs: armed.delayMs }
}
