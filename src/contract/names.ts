/** Every operation the page may ask of main, by name. Free of zod, so that the sandboxed preload stays tiny. */
export const operationNames = [
  'appInfo',
  'keychainStatus',
  'listProfiles',
  'enterKey',
  'addProfile',
  'updateProfile',
  'replaceKey',
  'removeProfile',
  'selectProfile',
  'checkProfile',
  'listAgents',
  'readAgentText',
  'recallFields',
  'listStarredAgents',
  'starAgent',
  'listTelephonyConfigurations',
  'listCallerIds',
  'recallRoute',
  'rememberRoute',
  'listRouteLabels',
  'labelRouteId',
  'readPhoneNumber',
  'offerPhoneNumbers',
  'calleeHour',
  'readPasted',
  'rememberColumns',
  'recentCalls',
  'recentRuns',
  'triggerCall',
  'listCalls',
  'listCallsOfRun',
  'listCalledAgents',
  'noteCall',
  'listViews',
  'saveView',
  'deleteView',
  'exportCalls',
  'cancelExport',
  'readTranscript',
  'openRecording',
  'readRecording',
  'closeRecording',
  'getCall',
  'listLookUps',
  'listLiveRuns',
  'followRun',
  'lookUpCall',
  'closeCall',
  'listKeys',
  'archiveKey',
  'reactivateKey',
  'checkHealth',
  'lookUpRun',
  'copyText',
  'findOnClipboard',
  'readSettings',
  'changeSettings',
  'enterProxyPassword',
  'checkHistory',
  'historyHealth',
  'erasePerson',
  'acknowledgeRecovery',
  'takeAsked',
  'systemTies',
] as const

export type OperationName = (typeof operationNames)[number]

/** Every event main may announce to the page, by name. */
export const eventNames = [
  'profilesChanged',
  'callsChanged',
  'lookUpsChanged',
  'liveRunsChanged',
  'historyChanged',
  'exportChanged',
  'quitWaits',
  'askedChanged',
] as const

export type EventName = (typeof eventNames)[number]

/** The IPC channel that carries an operation. */
export const operationChannel = (name: OperationName): string => `rundesk:operation:${name}`

/** The IPC channel that carries an event. */
export const eventChannel = (name: EventName): string => `rundesk:event:${name}`
