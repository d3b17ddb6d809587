import { expect, it } from 'vitest'
import { isLoopbackOrigin, readOrigin } from '../../../../src/main/features/profiles/connections.ts'

it.each([
  ['https://voice.acme.example', 'https://voice.acme.example'],
  [' https://voice.acme.example/ ', 'https://voice.acme.example'],
  ['https://voice.acme.example/api/v1', 'https://voice.acme.example'],
  ['https://voice.acme.example/api/v1/', 'https://voice.acme.example'],
  ['https://voice.acme.example/api/v1/health', 'https://voice.acme.example'],
  ['voice.acme.example', 'https://voice.acme.example'],
  ['HTTPS://Voice.Acme.Example:443', 'https://voice.acme.example'],
  ['https://voice.acme.example:8443', 'https://voice.acme.example:8443'],
  ['http://localhost:8000', 'http://localhost:8000'],
  ['http://127.0.0.1:3010/', 'http://127.0.0.1:3010'],
  ['http://[::1]:8000', 'http://[::1]:8000'],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
])('%s means %s', (text, origin) => {
  expect(readOrigin(text)).toEqual({ ok: true, value: origin })
})

it.each([
  ['', 'required'],
  ['https://', 'origin'],
  ['not a host', 'origin'],
  ['https://voice.acme.example/agents/7', 'originPath'],
  ['https://voice.acme.example?x=1', 'originPath'],
  ['https://voice.acme.example#top', 'originPath'],
  ['https://ana:pass@voice.acme.example', 'originCredentials'],
  ['http://voice.acme.example', 'originPlainHttp'],
  ['http://127.0.0.1.acme.example', 'originPlainHttp'],
  ['http://10.0.0.7:8000', 'originPlainHttp'],
  ['ftp://voice.acme.example', 'originScheme'],
  ['javascript://x', 'originScheme'],
])('%s is refused: %s', (text, code) => {
  expect(readOrigin(text)).toMatchObject({ ok: false, failure: { issues: [{ path: ['origin'], code }] } })
})

it('recognizes this computer', () => {
  expect(['http://localhost:1', 'http://127.9.9.9', 'http://[::1]:5'].map(isLoopbackOrigin)).toEqual([true, true, true])
  expect(['https://localhost.example', 'https://voice.acme.example'].map(isLoopbackOrigin)).toEqual([false, false])
})
