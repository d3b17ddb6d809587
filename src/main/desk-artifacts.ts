import { succeed } from '../contract/failure.ts'
import type { Operations } from '../contract/operations.ts'
import { createArtifactService } from './artifacts/artifact-service.ts'
import type { DeskParts } from './desk.ts'
import type { Connections } from './profiles/connections.ts'

export type ArtifactOperations = Pick<
  Operations,
  'readTranscript' | 'openRecording' | 'readRecording' | 'closeRecording'
>

/** Transcripts and recordings of runs: the operations, and the end of what is kept in memory for them. */
export const createDeskArtifacts = (
  connections: Connections,
  { createUuid, after }: Pick<DeskParts, 'createUuid' | 'after'>,
): { artifacts: ArtifactOperations; stopArtifacts: () => void } => {
  const service = createArtifactService({ clientOf: connections.client, createUuid, after })
  return {
    artifacts: {
      readTranscript: (input) => service.readTranscript(input),
      openRecording: (input) => service.openRecording(input),
      readRecording: async (input) => service.readRecording(input),
      closeRecording: async (input) => {
        service.closeRecording(input)
        return succeed({})
      },
    },
    stopArtifacts: service.stop,
  }
}
