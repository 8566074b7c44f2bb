/** The one place that names the Temporal implementation. */
export { Temporal } from 'temporal-polyfill'
