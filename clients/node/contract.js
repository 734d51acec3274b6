const path = require("node:path");
const protobuf = require("protobufjs");

// The contract's messages, read from its files, each by its name.
exports.loadContract = async () => {
  const contract = new protobuf.Root();
  contract.resolvePath = (_, file) => path.join(__dirname, "../../proto/src/main/proto", file);
  await contract.load(["graph", "job", "result"].map((name) => `cliquestream/v1/${name}.proto`));
  const type = (name) => contract.lookupType("cliquestream.v1." + name);
  return {
    encode: (name, value) => type(name).encode(type(name).fromObject(value)).finish(),
    decode: (name, bytes) => type(name).decode(bytes),
  };
};

// Must agree with CloudEvents 1.0 in binary mode.
exports.headersOf = (id, name) => ({
  ce_id: id, ce_source: "/example/node", ce_type: "cliquestream.v1." + name, ce_specversion: "1.0",
  ce_time: new Date().toISOString(), "content-type": "application/protobuf",
});
