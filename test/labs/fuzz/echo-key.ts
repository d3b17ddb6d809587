import type { Draw } from './draw.ts'

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
const eachCode = (key: string, form: (code: number) => string): string =>
  Array.from(key, (character) => form(character.charCodeAt(0))).join('')
const htmlEscaped = (key: string): string =>
  key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** How a server may write down the key it was sent. */
export const echoForms: readonly [(key: string) => string, ...((key: string) => string)[]] = [
  (key) => key,
  (key) => `x-api-key: ${key}`,
  (key) => encodeURIComponent(key),
  (key) => encodeURIComponent(encodeURIComponent(key)),
  (key) => eachCode(key, (code) => `%${hex(code, 2)}`),
  (key) => inJson(key),
  (key) => eachCode(key, (code) => `\\u${hex(code, 4)}`),
  (key) => htmlEscaped(key),
  (key) => eachCode(key, (code) => `&#${code};`),
  (key) => eachCode(key, (code) => `&#x${hex(code, 2)};`),
  (key) => Buffer.from(key).toString('base64'),
  (key) => Buffer.from(`x-api-key:${key}`).toString('base64'),
  (key) => Buffer.from(`{"key":"${key}"}`).toString('base64url'),
  (key) => Buffer.from(key).toString('hex'),
]

/** The key as some server might echo it: in one of many encodings, sometimes cut, sometimes escaped once more. */
export const echoKey = (draw: Draw, key: string): string => {
  const shown = draw.chance(0.15) ? key.slice(0, 9 + draw.below(Math.max(1, key.length - 9))) : key
  const form = draw.pick(echoForms)(shown)
  return draw.chance(0.2) ? inJson(form) : form
}
