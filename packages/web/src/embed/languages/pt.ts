import type { EmbedTexts } from '../texts.ts'

export default {
  book: 'Reservar um horário',
  close: 'Fechar',
  noOrigin:
    'A página de reservas não pode ser mostrada aqui: esta página está em uma sandbox sem allow-same-origin ou foi aberta a partir de um arquivo.',
  notLoaded: 'A página de reservas não carregou.',
  openPage: 'Abrir em uma nova guia',
} satisfies EmbedTexts
