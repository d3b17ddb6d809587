export const figuresFile: string
export function tableOf(figures: unknown): string
export function withTable(proofs: string, figures: unknown): string
export function runAllBenches(names: readonly string[], script: string): Promise<number>
