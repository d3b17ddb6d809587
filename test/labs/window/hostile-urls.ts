const schemes = [
  'rundesk:',
  'RUNDESK:',
  'rundesk:',
  'rundesk:',
  'file:',
  'https:',
  'blob:rundesk:',
  'data:',
  'filesystem:rundesk:',
]
const users = ['', '', '', '', 'user@', 'user:secret@', 'app@', ':@', 'app%40']
const hosts = [
  'app',
  'app',
  'app',
  'app',
  'APP',
  'app.',
  'other',
  'app.evil.example',
  'evil.example',
  '',
  'localhost',
  '127.0.0.1',
  '[::1]',
  'app%00',
  'аpp',
]
const ports = ['', '', '', '', ':', ':0', ':80', ':443', ':65536', ':-1']
const slashes = ['//', '//', '//', '//', '/', '', '///', '\\\\', '/\\']
const pieces = [
  '..',
  '.',
  '%2e%2e',
  '%2E.',
  '.%2e',
  '%252e%252e',
  '..;',
  '...',
  '..%00',
  '%c0%ae%c0%ae',
  '\u2024\u2024',
  '\uff0e\uff0e',
  'assets',
  'ASSETS',
  'index.html',
  'Index.html',
  'index.html.',
  'index.html%20',
  'index.html%00.png',
  'index.html::$DATA',
  'outside.txt',
  'etc',
  'passwd',
  'proc',
  'self',
  'environ',
  'main',
  'index.js',
  'rundesk.db',
  'package.json',
  'app.asar',
  'con',
  'nul',
  '~',
  '~root',
  '%00',
  '%0a',
  '%0d%0a',
  '%09',
  ' ',
  '\t',
  '\n',
  '*',
  '?',
  '%3f',
  '#',
  '%23',
  'C:',
  '%5c..%5c',
  '',
  '',
  'a'.repeat(300),
]
const joints = ['/', '/', '/', '/', '//', '\\', '%2f', '%2F', '%5c', '%252f', ';', ':']
const ends = [
  '',
  '',
  '',
  '?',
  '?x',
  '?/../outside.txt',
  '#',
  '#x',
  '#/../outside.txt',
  '/',
  '%00',
  ';x=1',
  '.map',
  '~',
  '.bak',
  '%20',
  '\u202e',
]

/**
 * Returns a generator of hostile URLs for the app's scheme: unusual schemes, users, hosts, ports, separators, encodings
 * and endings, and variations of listed files (`paths` without a leading slash).
 */
export const createHostileUrls = (random: () => number, paths: readonly string[]): (() => string) => {
  const below = (count: number): number => Math.floor(random() * count)
  const one = (list: readonly string[]): string => list[below(list.length)] ?? ''

  const path = (): string => Array.from({ length: 1 + below(8) }, () => one(pieces) + one(joints)).join('')
  const origin = (): string => one(schemes) + one(slashes) + one(users) + one(hosts) + one(ports) + one(joints)

  /** Changes one part of a listed path. */
  const nearly = (): string => {
    const text = `rundesk://app/${one(paths)}`
    const at = below(text.length + 1)
    const changed = [
      () => text.slice(0, at) + one(pieces) + text.slice(at),
      () => text.slice(0, at) + text.slice(at + 1),
      () => text.slice(0, at) + (text[at] ?? '').toUpperCase() + text.slice(at + 1),
      () => `${text.slice(0, at)}%${(text.charCodeAt(at) || 0).toString(16)}${text.slice(at + 1)}`,
      () => text + one(ends),
      () => text.replace('//', one(slashes)),
      () => text.replace('app/', `${one(users)}${one(hosts)}${one(ports)}/`),
      () => text.replace('app/', `app/${path()}`),
    ]
    return changed[below(changed.length)]?.() ?? text
  }
  return () => (random() < 0.5 ? nearly() : origin() + path() + one(ends))
}
