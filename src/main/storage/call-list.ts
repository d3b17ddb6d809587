import type { DatabaseSync } from 'node:sqlite'
import type { Call } from '../../contract/call.ts'
import { readCall, type Row } from './call-row.ts'

type Page = { search: string; after: string | null; limit: number }

/** LIKE's own signs are taken literally: people search for `100%` and `_`. */
const likePattern = (search: string): string => `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** The place of the call `after` in the history. */
const start = '(SELECT sequence FROM calls WHERE call_id = ?)'

/** Lists the history, all of it or what matches a search. */
export const createCallList = (database: DatabaseSync) => {
  const newest = (after: string | null, limit: number): Row[] =>
    database
      .prepare(`SELECT * FROM calls WHERE ? IS NULL OR sequence < ${start} ORDER BY sequence DESC LIMIT ?`)
      .all(after, after, limit)

  /** Looks through the index of the searched texts, which is a small part of the history, and reads what it finds. */
  const matching = (words: string, after: string | null, limit: number): Row[] =>
    database
      .prepare(
        `SELECT * FROM calls WHERE sequence IN (
           SELECT sequence FROM calls INDEXED BY calls_search
           WHERE search_text LIKE ? ESCAPE '\\' AND (? IS NULL OR sequence < ${start})
           ORDER BY sequence DESC LIMIT ?)
         ORDER BY sequence DESC`,
      )
      .all(likePattern(words), after, after, limit)

  const count = (words: string): number => {
    const counted =
      words === ''
        ? database.prepare('SELECT count(*) AS total FROM calls').get()
        : database
            .prepare(`SELECT count(*) AS total FROM calls INDEXED BY calls_search WHERE search_text LIKE ? ESCAPE '\\'`)
            .get(likePattern(words))
    return Number(counted?.['total'] ?? 0)
  }

  return {
    /** One page, newest first, after the call `after`; `total` counts all that match the search. */
    listCalls({ search, after, limit }: Page): { calls: Call[]; total: number; more: boolean } {
      const words = search.trim()
      const rows = words === '' ? newest(after, limit + 1) : matching(words, after, limit + 1)
      const isAll = after === null && rows.length <= limit
      return {
        calls: rows.slice(0, limit).map(readCall),
        total: isAll ? rows.length : count(words),
        more: rows.length > limit,
      }
    },
  }
}
