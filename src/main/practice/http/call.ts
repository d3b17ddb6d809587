import type { Asked } from '../faults/apply-fault.ts'
import type { JsonValue } from '../json/json-value.ts'
import type { Practice } from '../practice.ts'
import type { Answer } from './answers.ts'

/** One request, read as far as the framework reads it before an endpoint sees it. */
export type Call = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly params: ReadonlyMap<string, string>
  /** JSON, or the text of another content type, or undefined when there is no body. */
  readonly body: JsonValue | undefined
  /** Scheme, host and port the request was sent to. */
  readonly origin: string
  /** A fault asked for by header or ahead of time. */
  readonly asked: Asked | undefined
}

/** An endpoint: a response, or an answer when its delivery is not the ordinary one. Refusals are thrown. */
export type Endpoint = (call: Call, practice: Practice) => Response | Answer

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `{name}` stands for one segment. */
  readonly path: string
  readonly endpoint: Endpoint
}
