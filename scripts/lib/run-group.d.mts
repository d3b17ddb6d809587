export function runGroup(
  command: string,
  args: readonly string[],
  options: { cwd?: string; timeoutMs: number; graceMs?: number },
): Promise<{ code: number; output: string; timedOut: boolean }>
