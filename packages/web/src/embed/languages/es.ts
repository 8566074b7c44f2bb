import type { EmbedTexts } from '../texts.ts'

export default {
  book: 'Reservar una hora',
  close: 'Cerrar',
  noOrigin:
    'La página de reservas no se puede mostrar aquí: esta página está en un sandbox sin allow-same-origin o se abrió desde un archivo.',
  notLoaded: 'La página de reservas no se ha cargado.',
  openPage: 'Abrirla en una pestaña nueva',
} satisfies EmbedTexts
