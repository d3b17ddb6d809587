import { expect, it } from 'vitest'
import { z } from 'zod'
import { operations } from '../../src/contract/operations.ts'
import { messages } from '../../src/messages/index.ts'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The names of all fields in a JSON schema, at any depth. */
const fieldsIn = (schema: unknown): string[] => {
  if (!isRecord(schema)) return []
  const { properties } = schema
  const own = isRecord(properties) && !Array.isArray(schema) ? Object.keys(properties) : []
  return [...own, ...Object.values(schema).flatMap(fieldsIn)]
}

const fields = [
  ...new Set(
    Object.values(operations).flatMap(({ input }) =>
      fieldsIn(z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' })),
    ),
  ),
]

it('finds the fields of the operations', () => {
  expect(fields).toEqual(expect.arrayContaining(['apiKeyId', 'phoneNumber', 'extraCertificatesFile', 'tel']))
})

it.each(fields)('shows no identifier from the code for an issue with %s', (field) => {
  for (const path of [[field], ['proxy', field], [field, 0]]) {
    const text = messages.issue.withField({ path, code: 'invalid' })
    const where = text.slice(0, text.indexOf(messages.issue.text({ path, code: 'invalid' })))
    expect(where).not.toMatch(/[a-z][A-Z]/)
  }
})

it.each([
  [['apiKeyId'], 'recordId', 'Key: '],
  [['proxy', 'url'], 'required', 'Proxy › Address: '],
  [['initialContext', 'customer', 'firstName'], 'tooDeep', 'Context › customer › firstName: '],
  [['phoneNumber'], 'service', 'Number: '],
  [['workflow_run', 'to'], 'service', '“workflow_run” › “to”: '],
  [['diagnosticsId'], 'invalid', ''],
  [['profileId'], 'profile', ''],
  [['passphrase'], 'passphrase', ''],
  [['phoneNumber'], 'busyNumber', ''],
] as const)('names %j in words', (path, code, where) => {
  const one = { path: [...path], code }
  expect(messages.issue.withField(one)).toBe(where + messages.issue.text(one))
})
