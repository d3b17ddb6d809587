import { createSeededRandom } from '../seeded-random.ts'
import { startLabService } from '../support/lab-service.ts'
import { findRawBytes } from '../support/raw-bytes.ts'
import type { Condition } from './conditions.ts'
import type { PlantedName } from './planted-vaults.ts'
import { startSession } from './session.ts'
import { openStage, type Seen, type Stage } from './stage.ts'

export type ConditionResult = Omit<Seen, 'output'> & { name: string; plainTexts: string[] }

/** A key in every form in which it could lie in a file by mistake, without its beginning that lists may show. */
export const formsOf = (key: string): string[] => {
  const secret = key.slice(8)
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.from('\0'.repeat(offset) + key)
      .toString('base64')
      .slice(12, -4),
  )
  return [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret, 'utf16le').toString('latin1'),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ]
}

const plainTextsIn = (home: string, output: string, key: string): string[] => {
  const forms = formsOf(key)
  const files = findRawBytes(home, forms).map(({ file }) => file)
  return [...files, ...(forms.some((form) => output.includes(form)) ? ['what main said'] : [])]
}

const played = async (stage: Stage, play: Condition['play']): Promise<void> => {
  try {
    await play(stage)
    await stage.end()
  } catch (error) {
    // What a person could not even try is a fault like any other.
    stage.seen.faults.push(error instanceof Error ? error.message : String(error))
  } finally {
    await stage.kill()
  }
}

/** Plays one condition in a session of its own, and then looks for the key in everything that was written there. */
export const runCondition = async (
  { name, wishes, play }: Condition,
  seed: number,
  planted: PlantedName | null = null,
): Promise<ConditionResult> => {
  const service = await startLabService({ random: createSeededRandom(seed) })
  const session = await startSession(wishes)
  try {
    const stage = await openStage(session, service, planted)
    await played(stage, play)
    const { output, ...seen } = stage.seen
    return { name, ...seen, plainTexts: plainTextsIn(session.home, output, service.key) }
  } finally {
    await session.close()
    await service.close()
  }
}
