#!/usr/bin/env python3
"""run.py HEDDLE SOURCE: a client that opens, saves and changes documents, and looks at what the server says."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

heddle, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
programs = os.path.join(source, "tests", "cli", "programs")
failures = 0


def expect(what, found, wanted=True):
    global failures
    if found != wanted:
        print(f"{what}: {found!r} instead of {wanted!r}")
        failures += 1


class Client:
    def __init__(self, *options):
        self.process = subprocess.Popen([heddle, "lsp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.logs = []

    def send_text(self, text):
        data = text.encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def send(self, **message):
        self.send_text(json.dumps({"jsonrpc": "2.0", **message}))

    def receive(self):
        """The next message that is no log."""
        while True:
            length = 0
            while (line := self.process.stdout.readline().strip()):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            message = json.loads(self.process.stdout.read(length))
            if message.get("method") != "window/logMessage":
                return message
            self.logs.append(message["params"]["message"])

    def diagnostics(self, method, path):
        self.send(method=method, params={"textDocument": {"uri": "file://" + path.replace(" ", "%20")}})
        message = self.receive()
        expect("the method", message.get("method"), "textDocument/publishDiagnostics")
        expect("the document", message["params"]["uri"], "file://" + path.replace(" ", "%20"))
        return message["params"]["diagnostics"]

    def end(self, shutdown=True):
        if shutdown:
            self.send(id=99, method="shutdown")
            expect("the reply to shutdown", self.receive(), {"jsonrpc": "2.0", "id": 99, "result": None})
        self.send(method="exit")
        self.process.stdin.close()
        return self.process.wait()


with tempfile.TemporaryDirectory(prefix="a folder") as folder:
    path = os.path.join(folder, "prog.c")
    shutil.copy(os.path.join(programs, "lost_update.c"), path)
    client = Client("-p", "unreach-call,no-data-race", "--timeout", "none")
    client.send(id=1, method="initialize", params={"capabilities": {}})
    capabilities = client.receive()["result"]["capabilities"]
    expect("saves are wanted", "save" in capabilities["textDocumentSync"])
    client.send(method="initialized", params={})

    found = client.diagnostics("textDocument/didOpen", path)
    expect("the rules", sorted(d["code"] for d in found), ["no-data-race", "unreach-call"])
    race = next(d for d in found if d["code"] == "no-data-race")
    expect("its line", race["range"]["start"]["line"], 8)
    expect("its message", race["message"].startswith("data race on count"))
    failed = next(d for d in found if d["code"] == "unreach-call")
    expect("the assertion's line", failed["range"]["start"]["line"], 19)
    steps = failed["relatedInformation"]
    expect("steps as related information", len(steps) >= 4)
    expect("of the same document", {s["location"]["uri"] for s in steps}, {"file://" + path.replace(" ", "%20")})
    expect("a step starts a thread", any("starts worker" in s["message"] for s in steps))

    expect("the same again", client.diagnostics("textDocument/didSave", path), found)
    expect("from the cache", [log for log in client.logs if log.startswith("nothing has changed")] != [])
    shutil.copy(os.path.join(programs, "locked_update.c"), path)
    expect("what was mended", client.diagnostics("textDocument/didSave", path), [])
    with open(path, "a", encoding="utf-8") as file:
        file.write("int broken( {\n")
    errors = client.diagnostics("textDocument/didSave", path)
    expect("an error of the compiler has its line", errors[0]["range"]["start"]["line"] > 10 if errors else None)

    client.send(id=7, method="textDocument/hover", params={})
    expect("what there is not is refused", client.receive()["error"]["code"], -32601)
    client.send_text("no json")
    expect("nonsense is refused", client.receive()["error"]["code"], -32700)
    client.send(method="$/whatever")
    expect("exit after shutdown", client.end(), 0)
    client = Client()
    expect("exit without shutdown", client.end(shutdown=False), 1)
sys.exit(failures > 0)
