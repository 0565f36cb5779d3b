import { path } from '../client/path.mjs'
import { addDays } from '../days.mjs'
import { centsOf, sum } from '../money.mjs'

const STATUS_TEXTS = ['Unpaid', 'Paid', 'Cancelled', 'Pending']
const MONTH = 31

/** Checks the sums of every invoice, and compares the list with the single invoices. */
export async function readInvoices({ service, log, properties }) {
  let seen = 0
  for (const { id } of properties) {
    const { listinvoices } = await service.get(path`/listinvoices/${id}/`)
    if (listinvoices.length === 0) continue
    await checkMonth(service, log, id, listinvoices)
    for (const status of new Set(listinvoices.map((invoice) => invoice.status))) {
      await checkInvoice(
        service,
        log,
        listinvoices.find((invoice) => invoice.status === status),
      )
    }
    seen += listinvoices.length
  }
  log.check(`${seen} invoices seen`, seen > 0, 'No property has an invoice')
}

async function checkMonth(service, log, property, all) {
  const [from, to] = [addDays(service.today(), -MONTH), service.today()]
  const { listinvoicesdate } = await service.get(path`/listinvoices/${property}/${from}/${to}/`)
  const within = ({ raised_date }) => from <= raised_date.slice(0, 10) && raised_date.slice(0, 10) <= to
  log.compare(`property ${property}, invoices of the last month`, ids(listinvoicesdate), ids(all.filter(within)))
}

async function checkInvoice(service, log, listed) {
  const { listinvoicesdetails } = await service.get(path`/listinvoices/${listed.property_uid}/${listed.id}/details`)
  const [invoice] = listinvoicesdetails
  const name = `invoice ${listed.id}`
  log.compare(
    `${name} is ${listed.Txtstatus}`,
    [invoice.ID, invoice.STATUS, invoice.STATUS_TXT],
    [`${listed.id}`, `${listed.status}`, listed.Txtstatus],
  )
  log.compare(`${name}, the status has its name`, listed.Txtstatus, STATUS_TEXTS[listed.status])
  checkTotals(log, name, invoice)
  log.compare(`${name}, open amount in the list`, Math.round(listed.init_total * 100), centsOf(invoice.INITTOTAL))
}

/** Amounts in cents. A negative line is a payment or a discount, which only the sums distinguish. */
function checkTotals(log, name, { LINE_ITEMS, ...invoice }) {
  const [net, tax, gross] = [invoice.GRAND_TOTAL_EX_TAX, invoice.GRAND_TOTAL_TAX, invoice.GRAND_TOTAL_INC_TAX].map(centsOf)
  const open = centsOf(invoice.OUTSTANDING_TOTAL)
  const lines = LINE_ITEMS.map((line) => centsOf(line.LI_INIT_TOTAL_INCLUSIVE))
  const taxes = LINE_ITEMS.map((line) => centsOf(line.LI_TAX_AMOUNT))
  log.compare(`${name}, net and tax make the total`, net + tax, gross)
  log.compare(`${name}, tax of the lines`, sum(taxes), tax)
  log.compare(`${name}, the lines leave open`, sum(lines), open)

  const charged = sum(lines.filter((amount) => amount > 0))
  const inOrder = open <= gross && gross <= charged
  log.check(`${name}, open ${open} of ${gross}`, inOrder, `${name}: ${open} open of ${gross}, and ${charged} charged, cannot be`)
}

const ids = (invoices) => invoices.map(({ id }) => id).sort((a, b) => a - b)
