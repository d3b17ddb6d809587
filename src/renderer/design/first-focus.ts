/** Where something can be written or chosen; switches and ticks add to a question and do not begin it. */
const fields =
  'input:not([type="hidden"], [type="checkbox"], [tabindex="-1"], [aria-hidden]), textarea:not([tabindex="-1"]), select'

/**
 * Where a dialog begins: in its first field; without one on the first button of its foot, which calls the question off;
 * else on the first thing in it that can be pressed. Never on its close cross, and by itself never on a loud button.
 */
export const firstIn = (body: HTMLElement | null): HTMLElement | null =>
  body?.querySelector<HTMLElement>(fields) ??
  body?.nextElementSibling?.querySelector<HTMLElement>('button') ??
  body?.querySelector<HTMLElement>('button, a[href], [tabindex="0"]') ??
  null
