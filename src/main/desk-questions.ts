import type { Outcome } from '../contract/failure.ts'
import type { Operations } from '../contract/operations.ts'
import type { AgentService } from './agents/agent-service.ts'
import type { Connections } from './profiles/connections.ts'
import type { ServiceClient } from './service/service-client.ts'

type Question =
  | 'listAgents'
  | 'readAgentText'
  | 'recallFields'
  | 'listTelephonyConfigurations'
  | 'listCallerIds'
  | 'lookUpRun'

/** The operations that ask and change nothing: of one profile's service, and what this computer remembers of its agents. */
export const createDeskQuestions = (connections: Connections, agents: AgentService): Pick<Operations, Question> => {
  const withClient = async <T>(
    profileId: string,
    ask: (client: ServiceClient) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> => {
    const client = await connections.client(profileId)
    return client.ok ? ask(client.value) : client
  }

  return {
    listAgents: ({ profileId }) => withClient(profileId, (client) => client.agents()),
    readAgentText: (input) => agents.readText(input),
    recallFields: (input) => agents.recallFields(input),
    listTelephonyConfigurations: ({ profileId }) => withClient(profileId, (client) => client.telephonyConfigurations()),
    listCallerIds: ({ profileId, telephonyConfigurationId }) =>
      withClient(profileId, (client) => client.callerIds(telephonyConfigurationId)),
    lookUpRun: ({ profileId, workflowRunId }) => withClient(profileId, (client) => client.run(workflowRunId)),
  }
}
