import { bytesOfFiles } from '../support/raw-bytes.ts'
import type { Canary } from './canaries.ts'

/** The kinds of sinks: outputs of the app in which a secret could leak. */
export const sinkNames = [
  'bridge',
  'log',
  'database',
  'backups',
  'exports',
  'stdout',
  'stderr',
  'arguments',
  'environment',
  'clipboard',
  'temporary files',
  'requests',
  'redirect target',
  'proxy',
  'page',
  'page storage',
  'page heap',
  'app files',
  'crash reports',
] as const

export type SinkName = (typeof sinkNames)[number]

export type Leak = { sink: SinkName; where: string; canary: string; form: string }

/** Searches everything that leaves the app and records where a canary was found. */
export type Sinks = {
  search(sink: SinkName, where: string, content: Uint8Array | string): void
  /** Searches every file in a folder. */
  searchFolder(sink: (file: string) => SinkName, folder: string): void
  leaks(): readonly Leak[]
  bytes(): Readonly<Partial<Record<SinkName, number>>>
}

/** Creates sinks that are searched for these canaries. `except` names those that may occur in a sink. */
export const createSinks = (
  canaries: readonly Canary[],
  except: (sink: SinkName, where: string, canary: string) => boolean = () => false,
): Sinks => {
  const leaks: Leak[] = []
  const bytes: Partial<Record<SinkName, number>> = {}

  const search: Sinks['search'] = (sink, where, content) => {
    const buffer = typeof content === 'string' ? Buffer.from(content) : content
    bytes[sink] = (bytes[sink] ?? 0) + buffer.length
    for (const { name, find } of canaries) {
      if (except(sink, where, name)) continue
      const found = find(buffer)
      if (found !== null) leaks.push({ sink, where, canary: name, form: found.form })
    }
  }

  return {
    search,
    searchFolder(sink, folder) {
      for (const { file, bytes: content } of bytesOfFiles(folder)) search(sink(file), file, content)
    },
    leaks: () => leaks,
    bytes: () => bytes,
  }
}
