import { type Outcome, succeed } from '../contract/failure.ts'
import type { Operations } from '../contract/operations.ts'
import type { DiagnosticsFacts } from './bundles/diagnostics-text.ts'
import { createCheckEvidence } from './bundles/check-evidence-file.ts'
import { createDiagnostics } from './bundles/diagnostics.ts'
import { createEvidence } from './bundles/evidence.ts'
import { type Pieces, writeExport } from './calls/write-export.ts'
import type { DeskParts } from './desk.ts'
import type { Doctor } from './doctor/doctor.ts'
import type { HealthLog } from './health/health-log.ts'
import type { HistoryService } from './history/history-service.ts'
import { readUpTo } from './keys/sealed-files.ts'
import { readLogTail } from './log/read-log-tail.ts'
import { createProcessScrub } from './process-log.ts'
import type { Connections } from './profiles/connections.ts'
import type { PolicyStanding } from '../contract/policy.ts'
import type { ProfileBook } from './profiles/profile-book.ts'
import type { SettingsBook } from './settings/settings-book.ts'
import type { Storage } from './storage/storage.ts'

export type DeskBundlesParts = Pick<
  DeskParts,
  'appInfo' | 'clock' | 'createUuid' | 'after' | 'operator' | 'dataFolder' | 'chooseFile' | 'chooseEvidenceFile'
> & {
  storage: Storage
  settings: SettingsBook
  history: HistoryService
  book: ProfileBook
  policy: { standing: () => PolicyStanding }
  connections: Connections
  healthLog: HealthLog
  doctor: Doctor
}

export type BundleOperations = Pick<
  Operations,
  'saveEvidence' | 'checkEvidence' | 'showDiagnostics' | 'saveDiagnostics'
>

const mostLogBytes = 200_000

/** Without a window there is no dialog: what asks for one is told so. */
const noDialog = (): Promise<never> => Promise.reject(new Error('There is no dialog without a window.'))

async function* whole(text: string): Pieces {
  yield succeed(text)
  return true
}

const write = (file: string, text: string): Promise<Outcome<boolean>> => writeExport(file, whole(text))

/** What a person hands over to somebody else: the evidence of a call, and the diagnostics of this desk. */
export const createDeskBundles = (parts: DeskBundlesParts): BundleOperations => {
  const { appInfo, clock, storage, settings, history, book, connections, healthLog, doctor } = parts
  const { chooseFile = noDialog, dataFolder = null } = parts
  const scrub = createProcessScrub()

  const gather = async (): Promise<DiagnosticsFacts> => {
    const listed = await book.list()
    const profiles = listed.ok ? listed.value.profiles : []
    return {
      madeAt: new Date(clock()).toISOString(),
      app: appInfo,
      profiles,
      settings: settings.known(),
      policy: parts.policy.standing(),
      history: await history.health(),
      doctor: doctor.read(),
      health: profiles.map(({ id }) => ({ profileId: id, hour: healthLog.hourOf(id) })),
      log: dataFolder === null ? [] : await readLogTail(dataFolder, mostLogBytes),
    }
  }

  const saveEvidence = createEvidence({
    storage,
    chooseFile,
    write,
    scrub,
    clock,
    checkHistory: history.check,
    askRun: async (profileId, workflowRunId) => {
      const client = await connections.client(profileId)
      return client.ok ? client.value.run(workflowRunId) : client
    },
    hasProfile: async (profileId) => (await book.find(profileId)).ok,
    operator: parts.operator,
    app: `Rundesk ${appInfo.version}`,
  })
  const checkEvidence = createCheckEvidence({ chooseFile: parts.chooseEvidenceFile ?? noDialog, readFile: readUpTo })
  const { createUuid, after } = parts
  const diagnostics = createDiagnostics({ gather, chooseFile, write, scrub, clock, createUuid, after })

  return {
    saveEvidence: ({ callId }) => saveEvidence(callId),
    checkEvidence: ({ seal }) => checkEvidence(seal),
    showDiagnostics: () => diagnostics.show(),
    saveDiagnostics: ({ diagnosticsId }) => diagnostics.save(diagnosticsId),
  }
}
