/** The Temporal implementation in use. Every other file imports it from here. */
export { Temporal } from 'temporal-polyfill'
