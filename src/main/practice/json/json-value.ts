/** A number as it was written, because a JavaScript number would lose long integers and the difference of 1 and 1.0. */
export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  get isWhole(): boolean {
    return /^-?\d+$/.test(this.text)
  }

  get value(): number {
    return Number(this.text)
  }
}

/** An object keeps its order of keys and any name (`__proto__`, digits), which a plain JavaScript object would not. */
export type JsonObject = Map<string, JsonValue>

/** JSON as a client sent it, nothing lost. */
export type JsonValue = null | boolean | string | JsonNumber | JsonValue[] | JsonObject

/** Everything an answer's body may be made of: JSON that was sent, and plain values of our own. An undefined field is left out. */
export type Printable =
  | null
  | boolean
  | number
  | string
  | JsonNumber
  | readonly Printable[]
  | ReadonlyMap<string, Printable>
  | { readonly [name: string]: Printable | undefined }
