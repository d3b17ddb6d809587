/** What marks a question that stands over the page; the library marks it as open itself. */
export const modal = { 'data-modal': '' } as const

/** True while a question stands over the page, wherever the focus is: a script can put it on the page under it. */
export const isModalOpen = (): boolean => document.querySelector('[data-modal][data-open]') !== null
