export const annotations = {
  title: 'Customer, tags and note',
  local: 'On this computer only. Nothing is sent to the service.',
  column: 'Tags',
  more: 'and {n} more',
  tags: {
    label: 'Tags',
    placeholder: 'Add a tag',
    tooLong: 'A tag has at most {max} characters.',
    tooMany: 'At most {max} tags.',
    filter: 'Filter by tag',
    noneFound: 'No such tag',
  },
  customer: {
    label: 'Customer',
    placeholder: 'Choose or type a customer',
    tooLong: 'A customer’s name has at most {max} characters.',
    noneFound: 'No such customer',
  },
  note: { label: 'Note', placeholder: 'Add a note', saved: 'Saved', unsaved: 'Not saved yet' },
  csv: {
    title: 'Customers, tags and notes as CSV',
    hint: 'Columns: account, name, tags, customer, note. Tags are separated by commas. On import, the first row must name the columns. A column that the file has replaces what is stored, also where its cell is empty.',
    export: 'Export…',
    choose: 'Import…',
    changes: 'Changes by the file',
    nothing: 'The file changes nothing.',
    changed:
      'Changes the notes, tags or customer of {n} domain or server. | Changes the notes, tags or customers of {n} domains and servers.',
    unchanged: '{n} is already as in the file. | {n} are already as in the file.',
    losing:
      '{n} of the changes takes away a tag, the former customer or the former note. | {n} of the changes take away tags, former customers or former notes.',
    more: 'and {n} more | and {n} more',
    left: '{n} row is left out: | {n} rows are left out:',
    cutOff: 'The file is not read to the end:',
    leftOfRead: 'Of the rows before, {n} is left out: | Of the rows before, {n} are left out:',
    line: 'Line {line}: {problem}',
    apply: 'Change the entries of {n} domain or server | Change the entries of {n} domains and servers',
    imported:
      'The customer, tags or note of {n} domain or server were changed. | The customers, tags or notes of {n} domains and servers were changed.',
    problem: {
      tooLarge: 'The file is larger than {size} MB.',
      noHeading: 'The first row must name the column “name” and at least one of “tags”, “customer” and “note”.',
      tooManyRows: 'The file has more than {rows} rows. The rest is left out.',
      unclosedQuote: 'A quotation mark is not closed. The rest of the file is left out.',
      textAfterQuote: 'There is text after a closing quotation mark.',
      rowTooLong: 'The row has more than {row} characters. The rest of the file is left out.',
      undecodable: 'The row has characters that cannot be read.',
      unknownAccount: 'No account has this label.',
      unknownName: 'No domain or server of this name is stored, or not in this account.',
      severalAccounts: 'Several domains or servers have this name. Name the account.',
      severalOfOneAccount: 'Several domains or servers have this name, and the account does not tell them apart.',
      repeated: 'The domain or server is in an earlier row, too.',
      tagTooLong: 'A tag has more than {tag} characters.',
      tooManyTags: 'There are more than {tags} tags.',
      customerTooLong: 'The customer’s name has more than {customer} characters.',
      noteTooLong: 'The note has more than {note} characters.',
    },
  },
  bulk: {
    menu: 'Customer and tags…',
    title: {
      domain: 'Customer and tags of {n} domain | Customer and tags of {n} domains',
      server: 'Customer and tags of {n} server | Customer and tags of {n} servers',
    },
    add: 'Tags to add',
    remove: 'Tags to remove',
    customer: 'Customer',
    keepCustomer: 'Leave as it is',
    noCustomer: 'No customer',
    apply: {
      tags: {
        domain: 'Change the tags of {n} domain | Change the tags of {n} domains',
        server: 'Change the tags of {n} server | Change the tags of {n} servers',
      },
      customer: {
        domain: 'Change the customer of {n} domain | Change the customers of {n} domains',
        server: 'Change the customer of {n} server | Change the customers of {n} servers',
      },
      tagsAndCustomer: {
        domain: 'Change customer and tags of {n} domain | Change customers and tags of {n} domains',
        server: 'Change customer and tags of {n} server | Change customers and tags of {n} servers',
      },
    },
    done: {
      tags: {
        domain: 'The tags of {n} domain were changed. | The tags of {n} domains were changed.',
        server: 'The tags of {n} server were changed. | The tags of {n} servers were changed.',
      },
      customer: {
        domain: 'The customer of {n} domain was changed. | The customers of {n} domains were changed.',
        server: 'The customer of {n} server was changed. | The customers of {n} servers were changed.',
      },
      tagsAndCustomer: {
        domain: 'The customer or tags of {n} domain were changed. | The customers or tags of {n} domains were changed.',
        server: 'The customer or tags of {n} server were changed. | The customers or tags of {n} servers were changed.',
      },
    },
    nothing: {
      domain: 'The customers and tags of the selected domains were already as chosen. Nothing changed.',
      server: 'The customers and tags of the selected servers were already as chosen. Nothing changed.',
    },
    nothingUndone: 'Nothing was undone: the tags or customers have been changed since.',
    undone: {
      tags: {
        domain: 'The change of the tags of {n} domain was undone. | The change of the tags of {n} domains was undone.',
        server: 'The change of the tags of {n} server was undone. | The change of the tags of {n} servers was undone.',
      },
      customer: {
        domain:
          'The change of the customer of {n} domain was undone. | The change of the customers of {n} domains was undone.',
        server:
          'The change of the customer of {n} server was undone. | The change of the customers of {n} servers was undone.',
      },
      tagsAndCustomer: {
        domain:
          'The change of the customer or tags of {n} domain was undone. | The change of the customers or tags of {n} domains was undone.',
        server:
          'The change of the customer or tags of {n} server was undone. | The change of the customers or tags of {n} servers was undone.',
      },
    },
    undo: 'Undo',
  },
}
