import type { EmbedTexts } from '../texts.ts'

export default {
  book: 'Randevu alın',
  close: 'Kapat',
  noOrigin:
    'Randevu sayfası burada gösterilemiyor: bu sayfa allow-same-origin olmadan korumalı alanda çalışıyor veya bir dosyadan açıldı.',
  notLoaded: 'Randevu sayfası yüklenmedi.',
  openPage: 'Yeni sekmede açın',
} satisfies EmbedTexts
