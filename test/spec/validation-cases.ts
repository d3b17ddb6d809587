import { httpValidationError } from './shapes.ts'
import { agentOf, type Expectation, type SpecCase } from './spec-case.ts'

const json = { 'content-type': 'application/json' }

const invalid = (...detail: readonly object[]): Expectation => ({ status: 422, meaning: 'invalid', body: { detail } })

const text = (field: string, input: unknown) => ({
  type: 'string_type',
  loc: ['body', field],
  msg: 'Input should be a valid string',
  input,
})

const object = (input: unknown) => ({
  type: 'dict_type',
  loc: ['body', 'initial_context'],
  msg: 'Input should be a valid dictionary',
  input,
})

const integer = (type: string, field: string, ending: string, input: unknown) => ({
  type,
  loc: ['body', field],
  msg: `Input should be a valid integer${ending}`,
  input,
})

const fields = (input: unknown) => ({
  type: 'model_attributes_type',
  loc: ['body'],
  msg: 'Input should be a valid dictionary or object to extract fields from',
  input,
})

type Sent = { readonly body?: string; readonly headers?: Record<string, string>; readonly withoutKey?: true }

function bodyCase(title: string, expect: Expectation, sent: Sent, section = '7'): SpecCase {
  const headers = sent.headers ?? json
  return {
    section,
    title,
    steps: [
      ({ own }) => ({
        raw: {
          method: 'POST',
          path: `/api/v1/public/agent/workflow/${agentOf(own, 'normal')}`,
          headers: sent.withoutKey ? headers : { ...headers, 'x-api-key': own.keys.active },
          ...(sent.body === undefined ? {} : { body: sent.body }),
        },
        expect,
      }),
    ],
  }
}

const withField = (name: string, value: string) => ({ body: `{"phone_number":"+14155550200","${name}":${value}}` })

/** Specification sections 2 and 7: 422 responses, with the measured bodies. */
export const validationCases: readonly SpecCase[] = [
  bodyCase(
    'without a key',
    { status: 401, meaning: 'unauthorized', body: { detail: 'Invalid API key' } },
    { body: '{"phone_number":"+14155550200"}', withoutKey: true },
    '5.7',
  ),
  bodyCase(
    'reports every problem of the body at once, and before the key is checked',
    invalid(
      { type: 'missing', loc: ['body', 'phone_number'], msg: 'Field required', input: { initial_context: [] } },
      object([]),
    ),
    { body: '{"initial_context":[]}', withoutKey: true },
  ),
  bodyCase(
    'without a number',
    invalid({ type: 'missing', loc: ['body', 'phone_number'], msg: 'Field required', input: {} }),
    { body: '{}' },
  ),
  bodyCase('without a body', invalid({ type: 'missing', loc: ['body'], msg: 'Field required', input: null }), {}),
  bodyCase('with null for a body', invalid({ type: 'missing', loc: ['body'], msg: 'Field required', input: null }), {
    body: 'null',
  }),
  bodyCase('with a list for a body', invalid(fields([1])), { body: '[1]' }),
  bodyCase('with a text for a body', invalid(fields('hello')), { body: '"hello"' }),
  bodyCase('with another content type', invalid(fields('{"phone_number":"1"}')), {
    body: '{"phone_number":"1"}',
    headers: { 'content-type': 'text/plain' },
  }),
  bodyCase('with a number that is null', invalid(text('phone_number', null)), { body: '{"phone_number":null}' }),
  bodyCase('with a number that is a number', invalid(text('phone_number', 4155550200)), {
    body: '{"phone_number":4155550200}',
  }),
  ...['[1]', '"text"', '""', '7', 'true'].map((value) =>
    bodyCase(
      `with ${value} for initial_context`,
      invalid(object(JSON.parse(value))),
      withField('initial_context', value),
      '2',
    ),
  ),
  ...['telephony_configuration_id', 'from_phone_number_id'].flatMap((field) => [
    bodyCase(
      `with a fraction for ${field}`,
      invalid(integer('int_from_float', field, ', got a number with a fractional part', 1.5)),
      withField(field, '1.5'),
      '2',
    ),
    bodyCase(
      `with words for ${field}`,
      invalid(integer('int_parsing', field, ', unable to parse string as an integer', 'abc')),
      withField(field, '"abc"'),
      '2',
    ),
    bodyCase(`with a list for ${field}`, invalid(integer('int_type', field, '', [])), withField(field, '[]'), '2'),
  ]),
  bodyCase(
    'with broken JSON, reported with its position',
    invalid({
      type: 'json_invalid',
      loc: ['body', 17],
      msg: 'JSON decode error',
      input: {},
      ctx: { error: 'Expecting value' },
    }),
    { body: '{"phone_number": }' },
  ),
  bodyCase(
    'reports broken JSON before a missing key',
    { status: 422, meaning: 'invalid', shape: httpValidationError },
    { body: '{', withoutKey: true },
  ),
  bodyCase('unknown fields are ignored', { status: 200, meaning: 'done', rings: 1 }, withField('retries', '3'), '2'),
]
