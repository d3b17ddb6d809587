/** A node as a definition has it. */
export const aNode = (
  id: string,
  type: string,
  data: Record<string, unknown> = {},
): { id: string; type: string; position: object; data: Record<string, unknown> } => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data: { name: id, ...data },
})

/** A definition that says, asks and steers a little of everything. */
export const aDefinition = {
  nodes: [
    aNode('start', 'startCall', {
      greeting: 'Hello {{customer_name}}, it is {{clinic | the clinic}}.',
      prompt: 'Greet.',
    }),
    aNode('ask', 'agentNode', { prompt: 'Ask about {{visit_date}} at {{current_time}}.' }),
    aNode('more', 'agentNode', { prompt: 'Go on.' }),
    aNode('end', 'endCall', { prompt: 'Say goodbye.' }),
    aNode('door', 'trigger', { trigger_path: 'visits-2026' }),
    aNode('odd', 'constructor', {}),
  ],
  edges: [{ id: 'e1', source: 'start', target: 'ask', data: { label: 'on', condition: 'always' } }],
}

export const bytesOf = (value: unknown): Uint8Array =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
