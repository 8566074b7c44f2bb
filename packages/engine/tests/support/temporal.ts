/** The Temporal implementation that tests compare with. */
export { Temporal } from 'temporal-polyfill'
