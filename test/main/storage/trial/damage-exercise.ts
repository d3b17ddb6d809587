import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { scanRows } from '../../../../src/main/storage/damaged-rows.ts'

// Writes rows, overwrites the page of one of them, and prints which rows a scan can read.
const file = process.argv[2] ?? ''
mkdirSync(dirname(file), { recursive: true })
const database = new DatabaseSync(file)
database.exec('CREATE TABLE call_notes (text TEXT)')
const insert = database.prepare('INSERT INTO call_notes VALUES (?)')
for (let number = 1; number <= 60; number += 1) insert.run(`note ${number} ${'x'.repeat(250)}`)
database.close()

const pageSize = 4096
const found = readFileSync(file).indexOf('note 30 x')
const handle = openSync(file, 'r+')
writeSync(handle, Buffer.alloc(pageSize, 0x5a), 0, pageSize, found - (found % pageSize))
closeSync(handle)

const damaged = new DatabaseSync(file)
console.log(JSON.stringify([...scanRows(damaged, 'call_notes')].map((row) => row !== null)))
damaged.close()
