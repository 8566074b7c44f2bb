import deposit from '../../shared/deposit/languages/pt.ts'
import shared from '../../shared/languages/pt.ts'
import type { PayTranslations } from '../translations.ts'

export default {
  ...shared,
  deposit,
  pay: {
    title: 'Pagamento',
    amount: 'Valor',
    pay: (amount) => `Pagar ${amount}`,
    going: 'Abrindo a página de pagamento…',
    heldWhile: 'Guardamos o horário enquanto você paga.',
    processingTitle: 'Processando seu pagamento',
    processing: 'Isso costuma levar alguns segundos. Mantenha esta página aberta.',
    longTitle: 'Seu pagamento ainda está sendo processado',
    long: 'Você pode fechar esta página. Sua reserva mostrará quando estiver concluído.',
    check: 'Verificar novamente',
    confirmedTitle: 'Reserva confirmada',
    confirmed: 'Recebemos seu pagamento.',
    failedTitle: 'O pagamento falhou',
    failed: 'Nada foi cobrado. Tente novamente ou pague de outra forma.',
    expiredTitle: 'Este horário não está mais reservado para você',
    expired: 'O pagamento não foi concluído a tempo. Se um valor foi reservado, ele será liberado.',
    cancelledTitle: 'Esta reserva foi cancelada',
    cancelled: 'Não há mais nada a pagar.',
    refunded: 'Seu pagamento foi reembolsado.',
    partlyRefunded: 'Parte do seu pagamento foi reembolsada.',
    another: 'Escolher outro horário',
    manage: 'Gerenciar a reserva',
  },
} satisfies PayTranslations
