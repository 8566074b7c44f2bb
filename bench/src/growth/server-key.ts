/** Every byte of the server key that fills the stores and that the measured servers have. */
export const SERVER_KEY_BYTE = 0x42
/** The server key as `HOLDFAST_SERVER_KEY` expects it. */
export const SERVER_KEY = SERVER_KEY_BYTE.toString(16).repeat(32)
