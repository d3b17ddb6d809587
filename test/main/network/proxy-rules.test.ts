import { describe, expect, it } from 'vitest'
import {
  noProxyFromEnv,
  isExempt,
  isThisComputer,
  proxyFromEnv,
  readProxyAddress,
  readProxyRules,
  showProxyAddress,
} from '../../../src/main/network/proxies.ts'

const direct = { kind: 'direct' }
const proxy = (scheme: string, host: string, port: number) => ({ kind: 'proxy', address: { scheme, host, port } })

describe('a PAC result', () => {
  it.each([
    ['', [direct], []],
    ['  ;; ', [direct], []],
    ['DIRECT', [direct], []],
    ['direct', [direct], []],
    ['PROXY proxy.corp:8080', [proxy('http', 'proxy.corp', 8080)], []],
    ['HTTP proxy.corp:8080', [proxy('http', 'proxy.corp', 8080)], []],
    ['PROXY proxy.corp', [proxy('http', 'proxy.corp', 80)], []],
    ['HTTPS proxy.corp', [proxy('https', 'proxy.corp', 443)], []],
    ['PROXY [::1]:3128', [proxy('http', '::1', 3128)], []],
    ['PROXY a:1; HTTPS b:2 ;DIRECT', [proxy('http', 'a', 1), proxy('https', 'b', 2), direct], []],
    ['SOCKS c:1080; DIRECT', [direct], [{ text: 'SOCKS c:1080', reason: 'socks' }]],
    ['SOCKS5 c:1080', [], [{ text: 'SOCKS5 c:1080', reason: 'socks' }]],
    ['QUIC q:443; PROXY a:1', [proxy('http', 'a', 1)], [{ text: 'QUIC q:443', reason: 'quic' }]],
    ['CARRIER pigeon:1', [], [{ text: 'CARRIER pigeon:1', reason: 'unknownKind' }]],
    ['PROXY', [], [{ text: 'PROXY', reason: 'address' }]],
    ['PROXY a:99999', [], [{ text: 'PROXY a:99999', reason: 'address' }]],
    ['PROXY user:word@a:1', [], [{ text: 'PROXY user:word@a:1', reason: 'address' }]],
    ['PROXY a:1/path', [], [{ text: 'PROXY a:1/path', reason: 'address' }]],
  ])('%j is parsed', (text, routes, skipped) => {
    expect(readProxyRules(text)).toEqual({ routes, skipped })
  })
})

describe('a proxy address', () => {
  it.each([
    ['proxy.corp:8080', 'http://proxy.corp:8080', null],
    ['http://proxy.corp', 'http://proxy.corp:80', null],
    ['https://proxy.corp/', 'https://proxy.corp:443', null],
    ['HTTP://Proxy.Corp:3128', 'http://proxy.corp:3128', null],
    [' http://[fd00::1]:3128 ', 'http://[fd00::1]:3128', null],
    ['http://ann:s%40cret@proxy.corp:1', 'http://proxy.corp:1', { user: 'ann', password: 's@cret' }],
    ['http://ann@proxy.corp:1', 'http://proxy.corp:1', { user: 'ann', password: '' }],
    ['http://ann:100%@proxy.corp:1', 'http://proxy.corp:1', { user: 'ann', password: '100%' }],
  ])('%j is valid', (text, shown, credentials) => {
    const written = readProxyAddress(text)
    expect(written && showProxyAddress(written.address)).toBe(shown)
    expect(written?.credentials).toEqual(credentials)
  })

  it.each([
    '',
    'socks5://a:1080',
    'ftp://a',
    'http://',
    'http://a/path',
    'http://a?x',
    'http://a#x',
    'a b',
    'http://a:0x',
  ])('%j is invalid', (text) => {
    expect(readProxyAddress(text)).toBeNull()
  })
})

describe('the environment', () => {
  it.each([
    [{}, 'https:', null],
    [{ HTTPS_PROXY: 'http://upper:1' }, 'https:', 'http://upper:1'],
    [{ HTTPS_PROXY: 'http://upper:1', https_proxy: 'http://lower:1' }, 'https:', 'http://lower:1'],
    [{ HTTP_PROXY: 'http://plain:1' }, 'https:', null],
    [{ HTTP_PROXY: 'http://plain:1' }, 'http:', 'http://plain:1'],
    [{ ALL_PROXY: 'http://all:1' }, 'https:', 'http://all:1'],
    [{ ALL_PROXY: 'http://all:1', https_proxy: 'http://lower:1' }, 'https:', 'http://lower:1'],
    [{ https_proxy: '  ', HTTPS_PROXY: 'http://upper:1' }, 'https:', 'http://upper:1'],
  ])('%j sets the proxy for %s', (env, protocol, expected) => {
    expect(proxyFromEnv(env, protocol)).toBe(expected)
  })

  it('matches NO_PROXY regardless of case', () => {
    expect([noProxyFromEnv({ NO_PROXY: 'a' }), noProxyFromEnv({ NO_PROXY: 'a', no_proxy: 'b' })]).toEqual(['a', 'b'])
    expect(noProxyFromEnv({})).toBe('')
  })

  it.each([
    ['', 'example.com', 443, false],
    ['*', 'example.com', 443, true],
    ['example.com', 'example.com', 443, true],
    ['EXAMPLE.com', 'Example.COM.', 443, true],
    ['example.com', 'app.example.com', 443, true],
    ['.example.com', 'app.example.com', 443, true],
    ['.example.com', 'example.com', 443, true],
    ['*.example.com', 'app.example.com', 443, true],
    ['example.com', 'notexample.com', 443, false],
    ['example.com', 'example.com.evil', 443, false],
    ['example.com:8443', 'example.com', 443, false],
    ['example.com:443', 'example.com', 443, true],
    ['a.test, b.test', 'b.test', 443, true],
    ['a.test b.test', 'b.test', 443, true],
    ['10.0.0.7', '10.0.0.7', 443, true],
    ['10.0.0.7', '110.0.0.7', 443, false],
    ['[fd00::1]:443', '[fd00::1]', 443, true],
    ['fd00::1', '[fd00::1]', 443, true],
    [',, ,', 'example.com', 443, false],
    ['.', 'example.com', 443, false],
  ])('NO_PROXY=%j exempts %s:%i: %s', (noProxy, host, port, expected) => {
    expect(isExempt(noProxy, host, port)).toBe(expected)
  })

  it.each([
    ['localhost', true],
    ['app.localhost', true],
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['[::1]', true],
    ['128.0.0.1', false],
    ['127.0.0.1.evil.test', false],
    ['localhost.evil.test', false],
  ])('%s is this computer: %s', (host, expected) => {
    expect(isThisComputer(host)).toBe(expected)
  })
})
